// @vitest-environment happy-dom
import { useEffect, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { openPage } from './testing/page.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

const Page = () => {
  const [isAccepted, accept] = useState(false)
  useKeptFocus()
  // A press in the moment in which the page begins, before what keeps the focus can have been loaded.
  useEffect(() => {
    document.querySelector('button')?.focus()
    accept(true)
  }, [])
  return <section>{isAccepted ? <a href="/submit">submit</a> : <button>accept</button>}</section>
}

test('a person who presses a button while the page is still loading is taken to what replaces it', async () => {
  // No element of this document is drawn; those of a page are.
  const drawn = vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList)
  const { named } = await openPage(<Page />)
  await vi.waitFor(() => expect(document.activeElement).toBe(named('a', 'submit')))
  drawn.mockRestore()
})
