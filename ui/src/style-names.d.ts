import 'react'

declare module 'react' {
  /** Names of our own, which the styles beside a piece read. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}
