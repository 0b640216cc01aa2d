import { adminPages } from '@tongchuang/contract/paths.ts'
import { buttonClass } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { meKey } from '@tongchuang/ui/me.tsx'
import { leading, Permission } from '@tongchuang/ui/permission.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'

/** Shown in place of lists that cannot have rows yet: the first step, and a link to it. */
export const WithoutGuild = () => {
  const { home, shell } = useTexts()
  const client = useQueryClient()
  // Somebody else may have added the user to a guild since the log-in.
  useEffect(() => void client.invalidateQueries({ queryKey: meKey }), [client])
  return (
    <Permission roles={leading} others={<EmptyState title={shell.noGuild}>{home.noGuildAssistant}</EmptyState>}>
      <EmptyState
        title={shell.noGuild}
        action={
          <Link className={buttonClass('primary')} to={adminPages.guilds}>
            {shell.toGuilds}
          </Link>
        }
      >
        {home.noGuildText}
      </EmptyState>
    </Permission>
  )
}
