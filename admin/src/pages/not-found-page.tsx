import { buttonClass } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { Link } from 'react-router'
import { useTexts } from '../locales/texts.ts'

/** Every address that is none. */
export const NotFoundPage = () => {
  const { shell } = useTexts()
  return (
    <main id="main">
      <h1 className="vh">{shell.titles.notFound}</h1>
      <EmptyState
        picture="plane"
        title={shell.titles.notFound}
        action={
          <Link className={buttonClass('primary')} to="/">
            {shell.notFound.back}
          </Link>
        }
      >
        {shell.notFound.text}
      </EmptyState>
    </main>
  )
}
