import { fail } from '@tongchuang/contract/errors.ts'

type Waiting = () => Promise<void>

/**
 * Does one piece of work at a time and lets the people it is for take turns: of somebody with a hundred pieces waiting,
 * only one is done before the first piece of anybody else. Refuses with BUSY where `most` are waiting.
 */
export const createTurns = (most: number) => {
  // In the order of their turns.
  const queues = new Map<number, Waiting[]>()
  let waiting = 0
  let isBusy = false

  const goOn = async (): Promise<void> => {
    if (isBusy) return
    isBusy = true
    for (let [first] = queues; first; [first] = queues) {
      const [person, [next, ...others]] = first
      queues.delete(person)
      if (others.length > 0) queues.set(person, others)
      waiting -= 1
      await next?.()
    }
    isBusy = false
  }

  return <Result>(person: number, work: () => Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      if (waiting >= most) {
        reject(fail('BUSY'))
        return
      }
      const mine = queues.get(person) ?? []
      queues.set(person, [...mine, () => work().then(resolve, reject)])
      waiting += 1
      void goOn()
    })
}
