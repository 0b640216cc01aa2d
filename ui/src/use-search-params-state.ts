import { useSearchParams } from 'react-router'

/** What is looked for stands in the address, so that the way back shows the same. */
export const useSearchParamsState = () => {
  const [params, setParams] = useSearchParams()
  return {
    get: (name: string) => (params.get(name) ?? '').slice(0, 60),
    set: (name: string, value: string) =>
      setParams(
        (before) => {
          if (value) before.set(name, value)
          else before.delete(name)
          return before
        },
        { replace: true, preventScrollReset: true },
      ),
    reset: () => setParams({}, { replace: true, preventScrollReset: true }),
  }
}
