import { buttonClass } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'

/** Says that there is nothing here, and where to go instead; for pages whose thing is gone as well. */
export const NotFound = () => {
  const { shell } = useTexts()
  return (
    <>
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
    </>
  )
}
