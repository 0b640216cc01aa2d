/** A certificate of `hooks.example`, signed by itself, for servers of the tests; good for a hundred years. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBoTCCAUegAwIBAgIUU1ZjCLupFkEgLKUOphpjAIdf9wswCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNaG9va3MuZXhhbXBsZTAgFw0yNjExMjMxNjIyMzJaGA8yMTI2
MTAzMDE2MjIzMlowGDEWMBQGA1UEAwwNaG9va3MuZXhhbXBsZTBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABPYp+R6KnJPifOuXbNzqWZ0BmkatO20w965KkXFK+B/x
jFmeA4dTCKXwwIbcefNsprLzgatKzZAjSOaluBA8E9ajbTBrMB0GA1UdDgQWBBRJ
J9zu+/plV/zRNKpCm+t4uJStDjAfBgNVHSMEGDAWgBRJJ9zu+/plV/zRNKpCm+t4
uJStDjAPBgNVHRMBAf8EBTADAQH/MBgGA1UdEQQRMA+CDWhvb2tzLmV4YW1wbGUw
CgYIKoZIzj0EAwIDSAAwRQIgOBzzdUoxNRwb6oV5usE3NmAxzr3Nd328dwLCjSF0
wI0CIQCpbpDrKfMLSdEORPAYkdI/yb+d/hTAw2XFrXm78b1JQg==
-----END CERTIFICATE-----`

export const certificateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg/Fk4uMBGVdU+taOq
6vm+3nb4gOlJuuoNHfp/VMngakmhRANCAAT2KfkeipyT4nzrl2zc6lmdAZpGrTtt
MPeuSpFxSvgf8YxZngOHUwil8MCG3HnzbKay84GrSs2QI0jmpbgQPBPW
-----END PRIVATE KEY-----`
