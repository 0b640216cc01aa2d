import { RegionError } from './region-error.tsx'

/** The result of a query for a part of a page, as far as it is used here. */
type Read = { data: unknown; error: unknown; refetch: () => unknown }

/** Shows one block for all failed reads of a part; nothing while there is data to show. */
export const ReadFailure = ({ of, what }: { of: Read | readonly Read[]; what?: string }) => {
  const failed = [of].flat().filter(({ data, error }) => data === undefined && error !== null)
  return failed[0] ? (
    <RegionError
      {...(what !== undefined && { what })}
      error={failed[0].error}
      onRetry={() => failed.forEach(({ refetch }) => void refetch())}
    />
  ) : null
}
