/** The marks of a returned work, and which of them are mended. */
export const mended = {
  title: (version: number) => `Marks on version ${version}`,
  count: (done: number, all: number) => `${done} of ${all} mended`,
  place: (n: number) => `Place ${n}`,
  cut: (version: number, n: number) => `Place ${n} in version ${version}`,
  by: { student: 'Mended, says the student', staff: 'Ticked by staff' },
}
