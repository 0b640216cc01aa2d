import { renderToStaticMarkup } from 'react-dom/server'
import { Emblem } from '../emblem.tsx'

/** A flag as text, for what draws it without a page. */
export const flagMarkup = (given: Parameters<typeof Emblem>[0]): string => renderToStaticMarkup(<Emblem {...given} />)
