/**
 * CRC-16/CCITT-FALSE (polynomial 0x1021, start 0xFFFF, nothing reflected) of the text's UTF-8 bytes, as the four
 * upper-case hex digits of a BR Code's tag 63. Source: PIX initiation manual 2.10, EMV QR Code specification.
 */
export function crc16(text: string): string {
  let register = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    register ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) {
      const shifted = register << 1;
      register = (register & 0x8000 ? shifted ^ 0x1021 : shifted) & 0xffff;
    }
  }
  return register.toString(16).toUpperCase().padStart(4, "0");
}
