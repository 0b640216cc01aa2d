import { Extension } from '@tiptap/core'
import type { Editor } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

type TextRange = { from: number; to: number; number: number }

const key = new PluginKey<DecorationSet>('places')

const numberAt = (number: number) => () => {
  const dom = document.createElement('span')
  dom.dataset.placeNumber = ''
  dom.textContent = String(number)
  dom.setAttribute('aria-hidden', 'true')
  return dom
}

const drawn = ({ from, to, number }: TextRange): Decoration[] => [
  Decoration.widget(from, numberAt(number), { side: -1, number }),
  Decoration.inline(from, to, { 'data-place': '' }, { number }),
]

/** Marks places in the text with their numbers until their words are gone; the marks are never part of the text. */
export const Places = Extension.create({
  name: 'places',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key,
      state: {
        init: () => DecorationSet.empty,
        apply: (tr, old) => {
          const kept = old.map(tr.mapping, tr.doc)
          const place = tr.getMeta(key) as TextRange | undefined
          if (!place) return kept
          const earlier = kept.find(undefined, undefined, ({ number }) => number === place.number)
          return kept.remove(earlier).add(tr.doc, drawn(place))
        },
      },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
})

/** Marks the first place with these words and puts the caret at its end, where nothing is lost by the next key. */
export const showPlace = (editor: Editor, quote: string, number: number): boolean => {
  let from: number | null = null
  editor.state.doc.descendants((node, position) => {
    if (from !== null || !node.isTextblock) return from === null
    // Pictures and formulas count as one character, as they do for the caret.
    const index = node.textBetween(0, node.content.size, undefined, '\ufffc').indexOf(quote)
    if (index >= 0) from = position + 1 + index
    return false
  })
  if (from === null) return false
  const place: TextRange = { from, to: from + quote.length, number }
  editor
    .chain()
    .setMeta(key as unknown as string, place)
    .setTextSelection(place.to)
    .focus()
    .scrollIntoView()
    .run()
  return true
}
