/**
 * Somebody's private calendar address. The token is made from the nonce and the server's secret, so that the database
 * alone opens nothing.
 */
export type CalendarLinkTable = {
  user_id: number
  /** Random; replacing it changes the address. */
  nonce: string
  /** SHA-256 of the token, hexadecimal: what an address is looked up by. */
  token_hash: string
  created_at: number
}
