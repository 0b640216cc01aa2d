import 'react'

declare module 'react' {
  /** Custom properties, read by the style sheets beside the components. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}
