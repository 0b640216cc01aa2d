import { Printer } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'

type Pages = { hasNextPage: boolean; fetchNextPage: () => Promise<{ hasNextPage: boolean; isError: boolean }> }

/** Prints a whole list: pages that are not loaded yet are loaded first. */
export const PrintButton = ({ pages, size, children }: { pages: Pages; size?: 'small'; children: string }) => {
  const [isBringing, setBringing] = useState(false)
  const print = async () => {
    setBringing(true)
    let hasMore = pages.hasNextPage
    while (hasMore) {
      const next = await pages.fetchNextPage()
      hasMore = next.hasNextPage && !next.isError
    }
    setBringing(false)
    window.print()
  }
  return (
    <Button busy={isBringing} {...(size && { size })} onClick={() => void print()}>
      <Printer size={16} aria-hidden />
      {children}
    </Button>
  )
}
