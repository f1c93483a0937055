/**
 * The end of a chart's axis: a round even number, at least 4, that all values fit under. Half of it is whole.
 *
 * @param largest the largest value; a single one does not fill the axis
 */
export function findScale(largest: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(largest, 1)));
  const steps = [2, 4, 6, 8, 10, 20];
  const fitting = steps.map((step) => step * unit).find((end) => end >= largest) ?? largest;
  return Math.max(4, fitting);
}
