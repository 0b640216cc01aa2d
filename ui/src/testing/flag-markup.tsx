import { renderToStaticMarkup } from 'react-dom/server'
import { Emblem } from '../emblem.tsx'

/** The markup of a flag, for code that draws it without a page. */
export const flagMarkup = (given: Parameters<typeof Emblem>[0]): string => renderToStaticMarkup(<Emblem {...given} />)
