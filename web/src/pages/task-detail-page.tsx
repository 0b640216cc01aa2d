import { useTexts } from '../locales/texts.ts'

/** Its content comes with its feature. */
export const TaskDetailPage = () => {
  const { shell } = useTexts()
  return (
    <>
      <h1>{shell.titles.task}</h1>
      <p>{shell.soon}</p>
    </>
  )
}
