// A word that cannot be the name of a parameter.
const reserved =
  /^(arguments|await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|eval|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|new|null|options|package|parameters|body|private|protected|public|return|runtime|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield)$/;

/** A name as an identifier that begins in lower case; anything but ASCII letters and digits ends a word. */
export function camelCase(name: string): string {
  const joined = name
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word, index) => (index === 0 ? word : capitalize(word)))
    .join("");
  const identifier = joined.charAt(0).toLowerCase() + joined.slice(1);
  return /^[a-z]/.test(identifier) ? identifier : `_${identifier}`;
}

/** A name as an identifier that begins in upper case. */
export function pascalCase(name: string): string {
  return capitalize(camelCase(name));
}

/** An identifier that can be the name of a parameter. */
export function parameterName(identifier: string): string {
  return reserved.test(identifier) ? `${identifier}_` : identifier;
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
