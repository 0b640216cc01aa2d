import { encode } from 'uqr'

/** A QR code of a text: black on white whatever surrounds it, with its quiet zone. */
export const QrCode = ({ text, label, size = 180 }: { text: string; label: string; size?: number }) => {
  const { data, size: cells } = encode(text, { ecc: 'M', border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <>
      <span className="vh">{label}</span>
      <svg width={size} height={size} viewBox={`0 0 ${cells} ${cells}`} shapeRendering="crispEdges" aria-hidden>
        <rect width={cells} height={cells} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
    </>
  )
}
