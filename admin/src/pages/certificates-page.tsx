import { CertificateLookUp } from '../features/certificates/look-up.tsx'

/** /admin/certificates: looking up a certificate by its number. */
export const CertificatesPage = () => <CertificateLookUp />
