// The outline of 优 is taken from Noto Serif CJK SC Bold (SIL Open Font License 1.1):
// docs/decisions/035-certificates.md.
const sign =
  'M429 44 423 47C442 73 465 111 470 147C532 195 598 74 429 44ZM546 148 506 201H394C395 152 395 101 396 47C410 45 417 39 419 29L317 19C317 84 317 145 317 201H212L217 220H317C313 382 292 510 186 614L193 623C356 529 386 395 393 220H399V537C399 586 412 600 468 600H515C602 600 626 586 626 557C626 544 622 535 604 527L602 431H595C584 470 574 511 568 522C564 529 561 531 554 531C548 531 537 532 523 532H488C473 532 470 528 470 517V220H601C611 220 618 216 620 209C592 184 546 148 546 148ZM204 206 168 193C192 154 213 111 232 65C247 66 255 60 258 52L158 19C129 145 72 270 14 349L22 354C54 331 84 303 111 271V620H125C153 620 183 604 184 598V218C196 216 202 212 204 206Z'

/**
 * The stamp 优 as a drawing, 640 on each side, in the colour of the text around. Decoration; the words stand beside it.
 */
export const SealMark = ({
  className,
  x,
  y,
  size,
}: {
  className?: string | undefined
  x?: number
  y?: number
  size?: number
}) => (
  <svg className={className} x={x} y={y} width={size} height={size} viewBox="0 0 640 640" aria-hidden>
    <rect x="34" y="34" width="572" height="572" rx="96" fill="none" stroke="currentColor" strokeWidth="44" />
    <path fill="currentColor" transform="translate(96 84) scale(.7)" d={sign} />
  </svg>
)
