/**
 * The total of a list as displayed, `1000+` where there are more than were counted (`pageOf` in the contract).
 */
export const totalShown = ({
  total,
  total_more = false,
}: {
  total: number
  total_more?: boolean | undefined
}): string => `${total}${total_more ? '+' : ''}`
