export interface DiffLine {
  sign: " " | "-" | "+";
  line: string;
  /** Whether a change is at most two lines away. */
  near: boolean;
}

/** Lines of two texts, matched by their longest common subsequence. */
export function diffLines(before: string[], after: string[]): DiffLine[] {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const [here, down, right] = [row * width + column, (row + 1) * width + column, row * width + column + 1];
      lengths[here] =
        before[row] === after[column]
          ? (lengths[down + 1] ?? 0) + 1
          : Math.max(lengths[down] ?? 0, lengths[right] ?? 0);
    }
  }
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [down, right] = [lengths[(row + 1) * width + column] ?? 0, lengths[row * width + column + 1] ?? 0];
    if (row < before.length && column < after.length && before[row] === after[column]) {
      lines.push({ sign: " ", line: before[row] ?? "", near: false });
      row += 1;
      column += 1;
    } else if (row < before.length && (column >= after.length || down >= right)) {
      lines.push({ sign: "-", line: before[row] ?? "", near: true });
      row += 1;
    } else {
      lines.push({ sign: "+", line: after[column] ?? "", near: true });
      column += 1;
    }
  }
  return lines.map((line, index) => ({
    ...line,
    near: lines.slice(Math.max(0, index - 2), index + 3).some(({ sign }) => sign !== " "),
  }));
}
