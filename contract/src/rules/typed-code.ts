/** A code as it is compared: of plain width, without spaces and dashes, so １２３ 456 is 123456. O(characters). */
export const typedCode = (typed: string): string => typed.normalize('NFKC').replaceAll(/[\s-]/g, '')
