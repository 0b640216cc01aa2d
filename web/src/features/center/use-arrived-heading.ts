import { useEffect, useRef } from 'react'
import { NavigationType, useNavigationType } from 'react-router'

/**
 * The heading of a part with its own address: it takes the focus after a link has led there, because that link is no
 * longer on the page.
 */
export const useArrivedHeading = () => {
  const heading = useRef<HTMLHeadingElement>(null)
  const arrived = useRef(useNavigationType() !== NavigationType.Pop)
  useEffect(() => {
    if (arrived.current) heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}
