/** A user name in the form used for comparison: lower case, wide forms made narrow. */
export const usernameKey = (username: string): string => username.normalize('NFKC').toLowerCase()

/** A 学号 as it is stored: wide forms are the narrow ones, without spaces, which are typed by accident. */
export const studentNumber = (typed: string): string => typed.normalize('NFKC').replaceAll(/\s/g, '')

/** A 学号 in the form used for comparison: in lower case too, matching an index of `users`. */
export const studentNumberKey = (typed: string): string => studentNumber(typed).toLowerCase()

const emailForm = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/

/** An e-mail address in the form used for comparison, or null if it is not valid. */
export const emailKey = (email: string): string | null => {
  const key = email.trim().toLowerCase()
  return key.length <= 254 && emailForm.test(key) ? key : null
}

/** A mobile number as it is stored, digits only; null if it is not valid. */
export const mobileKey = (mobile: string): string | null => {
  const key = mobile.replace(/[\s\-()]/g, '').replace(/^(?:\+|00)86(?=1\d{10}$)/, '')
  return /^\+?\d{5,15}$/.test(key) ? key : null
}
