/** Words for the kinds of message, where the server's own are not enough. */
export const messages = {
  open: '打开',
}
