import { buttonClass } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'

/** The page for an unknown address or something that no longer exists, with a link to continue. */
export const NotFound = () => {
  const { shell } = useTexts()
  return (
    <>
      <h1 className="vh">{shell.titles.notFound}</h1>
      <EmptyState
        picture="compass"
        title={shell.titles.notFound}
        action={
          <Link className={buttonClass('primary')} to="/">
            {shell.notFound.back}
          </Link>
        }
      >
        {shell.notFound.text}
      </EmptyState>
    </>
  )
}
