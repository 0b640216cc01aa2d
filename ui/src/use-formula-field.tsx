import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import type { EditorParts, FormulaGiven } from './editor-handle.ts'
import { lazyPart } from './lazy-part.tsx'

const FormulaDialog = lazyPart(() => import('./formula-dialog.tsx').then((module) => module.FormulaDialog))

type Asked = { given: FormulaGiven; put: (next: FormulaGiven) => void }

/** The formula dialog of an editor: `ask` opens it, `field` is placed by the page. */
export const useFormulaField = (): { ask: EditorParts['onFormula']; field: ReactNode } => {
  const [asked, setAsked] = useState<Asked | null>(null)
  return {
    ask: (given, put) => setAsked({ given, put }),
    field: asked && (
      <Suspense>
        <FormulaDialog given={asked.given} onPut={asked.put} onClose={() => setAsked(null)} />
      </Suspense>
    ),
  }
}
