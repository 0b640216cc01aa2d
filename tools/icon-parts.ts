import type { Plugin } from 'vite'

/**
 * Replaces lucide's icon factory in a site: the same drawing, without the features unused here (a context, absolute
 * strokes, other sizes of the drawing, aliases). An icon is then one element, not two components, two sets and a dozen
 * objects; a page has about fifty icons.
 */
const maker = `import { createElement } from 'react'
  export default ({ name, node }) =>
    ({ size = 24, strokeWidth = 2, className, ...rest }) =>
      createElement(
        'svg',
        {
          xmlns: 'http://www.w3.org/2000/svg',
          width: size,
          height: size,
          viewBox: '0 0 24 24',
          fill: 'none',
          stroke: 'currentColor',
          strokeWidth,
          strokeLinecap: 'round',
          strokeLinejoin: 'round',
          className: 'lucide lucide-' + name + (className ? ' ' + className : ''),
          'aria-hidden': rest.role || rest.title || rest['aria-label'] ? undefined : true,
          ...rest,
        },
        node.map(([tag, attributes]) => createElement(tag, attributes)),
      )`

export const iconParts: Plugin = {
  name: 'icon-parts',
  apply: 'build',
  load: {
    filter: { id: /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/ },
    handler: () => maker,
  },
}
