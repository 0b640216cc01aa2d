/** A field of files takes what is dropped into it by itself. */
const takesFiles = (target: EventTarget | null): boolean => target instanceof HTMLInputElement && target.type === 'file'

/**
 * Refuses files that are dropped where nothing takes them: a browser would leave the page and open the file, and what
 * is typed or being sent would be gone. What takes files has said so before the event arrives here.
 */
export const refuseDroppedBeside = (): void => {
  const refuse = (event: DragEvent): void => {
    const given = event.dataTransfer
    if (event.defaultPrevented || !given?.types.includes('Files') || takesFiles(event.target)) return
    event.preventDefault()
    given.dropEffect = 'none'
  }
  addEventListener('dragover', refuse)
  addEventListener('drop', refuse)
}
