const barsOf = 40
const step = 5

/** Reduces the peaks to as many bars as fit, each the loudest of its range. */
const barsIn = (peaks: readonly number[]): number[] =>
  Array.from({ length: barsOf }, (_, at) => {
    const from = Math.floor((at * peaks.length) / barsOf)
    return Math.max(0, ...peaks.slice(from, Math.max(from + 1, Math.floor(((at + 1) * peaks.length) / barsOf))))
  })

/**
 * The loudness of a recording, 0–100, as decoration; `played` is the part already played, 0–1. Without peaks it is an
 * even line.
 */
export const Waveform = ({
  peaks,
  played,
  className,
}: {
  peaks: readonly number[]
  played: number
  className?: string | undefined
}) => (
  <svg className={className} viewBox={`0 0 ${barsOf * step} 40`} preserveAspectRatio="none" aria-hidden>
    {(peaks.length === 0 ? Array.from({ length: barsOf }, () => 8) : barsIn(peaks)).map((peak, at) => {
      const height = 4 + (Math.min(100, peak) / 100) * 34
      return (
        <rect
          key={at}
          x={at * step + 1}
          y={20 - height / 2}
          width={3}
          height={height}
          rx={1.5}
          data-played={at < played * barsOf || undefined}
        />
      )
    })}
  </svg>
)
