/**
 * The places of all elements, in units of the sheet: landscape A4 for paper and the picture, a narrow sheet for phones.
 * The height of the narrow one follows from its text; negative values there are measured from its foot.
 */
export const places = {
  paper: {
    width: 1123,
    height: 794,
    foot: 0,
    frames: { outer: 36, inner: 48, outerLine: 6, innerLine: 1.5 },
    corner: { at: 60, scale: 1, line: 5 },
    flag: { y: 14, size: 84 },
    title: { y: 112, size: 100, gap: 76, english: 60 },
    name: { x: 140, y: 300, size: 38 },
    text: { x: 140, y: 356, width: 843, height: 190, loosest: 2.3, sizes: [28, 25, 22, 20, 18, 16, 14, 12] },
    drawing: { x: 132, y: 530, width: 320, height: 180 },
    seal: { x: 654, y: 584, size: 132 },
    sign: { x: 984, width: 370, stack: 32, guild: [668, 24], date: [702, 20], number: [730, 14] },
  },
  phone: {
    width: 360,
    height: 0,
    foot: 228,
    frames: { outer: 12, inner: 18, outerLine: 3, innerLine: 1 },
    corner: { at: 24, scale: 0.4, line: 5 },
    flag: { y: 6, size: 50 },
    title: { y: 66, size: 50, gap: 34, english: 24 },
    name: { x: 36, y: 158, size: 22 },
    text: { x: 36, y: 196, width: 288, height: 330, loosest: 1.75, sizes: [17, 15, 14, 13] },
    drawing: { x: 32, y: -218, width: 168, height: 94 },
    seal: { x: 228, y: -208, size: 84 },
    sign: { x: 324, width: 288, stack: 0, guild: [-94, 16], date: [-72, 14], number: [-54, 11.5] },
  },
} as const

export type Layout = keyof typeof places
