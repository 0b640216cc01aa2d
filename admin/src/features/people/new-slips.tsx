import { adminPaths } from '@tongchuang/contract/paths.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { useNewSlips } from './queries.ts'

/** Makes new slips for the selected students, and opens the page where they are printed. */
export const NewSlips = ({ user_ids }: { user_ids: number[] }) => {
  const { people } = useTexts()
  const [asks, setAsks] = useState(false)
  const make = useNewSlips()
  const navigate = useNavigate()
  return (
    <>
      <Button tone="primary" onClick={() => setAsks(true)}>
        <Printer size={16} aria-hidden />
        {people.newSlips(user_ids.length)}
      </Button>
      {asks && (
        <Dialog
          title={people.newSlips(user_ids.length)}
          onClose={() => setAsks(false)}
          actions={
            <>
              <Button onClick={() => setAsks(false)}>{people.cancel}</Button>
              <Button
                tone="primary"
                busy={make.isPending}
                onClick={() =>
                  make.mutate(user_ids, {
                    onSuccess: ({ id, made }) => {
                      if (made < user_ids.length) showToast(people.slipsLeft(user_ids.length - made), 'warning')
                      void navigate(adminPaths.rosterSlips(id))
                    },
                  })
                }
              >
                {people.makeSlips}
              </Button>
            </>
          }
        >
          <p>{people.newSlipsText}</p>
        </Dialog>
      )}
    </>
  )
}
