// A word that cannot be the name of a parameter: of the language, or of another parameter.
const reserved =
  /^(arguments|await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|eval|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|new|null|options|package|parameters|body|private|protected|public|return|runtime|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield)$/;

/** An identifier that can be the name of a parameter. */
export function parameterName(identifier: string): string {
  return reserved.test(identifier) ? `${identifier}_` : identifier;
}
