// DEFLATE (RFC 1951) with one table of codes, made for the pictures of QR codes: they have few bytes, again and again

/** Codes of a Huffman table, by their symbol. Their bits are the other way round: in a stream the highest comes first. */
export interface Codes {
  lengths: readonly number[];
  codes: readonly number[];
}

/** The bytes of two light or dark modules have short codes, all repetitions alike; 1 and 2 make the table complete. */
export const literals = makeCodes(286, (symbol) => {
  if (symbol === 0x00 || symbol === 0xff) return 2;
  if (symbol === 0x0f || symbol === 0xf0) return 3;
  return symbol === 1 || symbol === 2 || symbol >= 256 ? 7 : 0;
});
const distances = makeCodes(30, (symbol) => (symbol < 2 ? 4 : 5));
/** Lengths of codes, as the tables are written with. */
const lengths = makeCodes(19, (symbol) => ({ 0: 1, 2: 4, 3: 5, 4: 5, 5: 3, 7: 2 })[symbol] ?? 0);
const orderOfLengths = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

function makeCodes(count: number, lengthOf: (symbol: number) => number): Codes {
  const lengths = Array.from({ length: count }, (_, symbol) => lengthOf(symbol));
  const codes: number[] = Array(count).fill(0);
  let next = 0;
  for (let length = 1; length <= 7; length++) {
    next <<= 1;
    for (const [symbol, own] of lengths.entries()) if (own === length) codes[symbol] = reverse(next++, length);
  }
  return { lengths, codes };
}

function reverse(code: number, length: number): number {
  let reversed = 0;
  for (let bit = 0; bit < length; bit++) reversed |= ((code >> bit) & 1) << (length - 1 - bit);
  return reversed;
}

/** Bits on their way into bytes. */
export class Bits {
  readonly #bytes: Buffer;
  #at = 0;
  #held = 0;
  #count = 0;

  /** @param most bytes that there is room for */
  constructor(most: number) {
    this.#bytes = Buffer.allocUnsafe(most);
  }

  /** @param length of the value, in bits; at most 16 */
  put(value: number, length: number): void {
    this.#held |= value << this.#count;
    this.#count += length;
    while (this.#count >= 8) {
      this.#bytes[this.#at++] = this.#held;
      this.#held >>>= 8;
      this.#count -= 8;
    }
  }

  putCode({ codes, lengths }: Codes, symbol: number): void {
    this.put(codes[symbol] ?? 0, lengths[symbol] ?? 0);
  }

  /** The bytes, with the checksum after them. */
  end(checksum: number): Buffer {
    this.put(0, 7);
    return this.#bytes.subarray(0, this.#bytes.writeUInt32BE(checksum, this.#at));
  }
}

/** Begins the last block, with the tables of its codes. */
export function putTables(bits: Bits): void {
  bits.put(0b101, 3);
  bits.put(literals.codes.length - 257, 5);
  bits.put(distances.codes.length - 1, 5);
  bits.put(orderOfLengths.length - 4, 4);
  for (const symbol of orderOfLengths) bits.put(lengths.lengths[symbol] ?? 0, 3);
  for (const table of [literals, distances]) for (const length of table.lengths) bits.putCode(lengths, length);
}

/**
 * Repeats bytes.
 *
 * @param length of the repetition, from 3 to 257
 * @param distance how far back it begins
 */
export function putRepetition(bits: Bits, length: number, distance: number): void {
  putNumber(bits, literals, 257, length - 3, 2);
  putNumber(bits, distances, 0, distance - 1, 1);
}

/** A number as a code for its size and its first bits, and the other bits after it. */
function putNumber(bits: Bits, codes: Codes, base: number, value: number, firstBits: number): void {
  const others = Math.max(0, 31 - Math.clz32(value) - firstBits);
  bits.putCode(codes, base + (others << firstBits) + (value >> others));
  bits.put(value & ((1 << others) - 1), others);
}
