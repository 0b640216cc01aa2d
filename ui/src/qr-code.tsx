import { encode } from 'uqr'

type Props = {
  text: string
  label: string
  /** In pixels; omitted: the style sheet sets the size. */
  size?: number | undefined
  ink?: string
  className?: string | undefined
}

/** A QR code of a text as one path: sharp at any size, dark on white whatever surrounds it, with its quiet zone. */
export const QrCode = ({ text, label, size, ink = '#000', className }: Props) => {
  const { data, size: cells } = encode(text, { ecc: 'M', border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox={`0 0 ${cells} ${cells}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing made here: these pages take no address of data
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={cells} height={cells} fill="#fff" />
      <path d={path} fill={ink} />
    </svg>
  )
}
