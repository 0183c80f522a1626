import type { ExactSpec } from '../exact-options.ts'

// Flat tables: the options that take a value, so that a value is not taken for an address.

export const CURL: ExactSpec = {
  values: 'AbcCdDeEFHKmoPQrtTuUwxXyYz',
  long: (
    'abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout connect-to ' +
    'continue-at cookie cookie-jar create-file-mode crlf-file crlfile curves data data-ascii data-binary data-raw ' +
    'data-urlencode delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url dump-header ech egd-file ' +
    'engine etag-compare etag-save expect100-timeout form form-string ftp-account ftp-alternative-to-user ftp-method ' +
    'ftp-port ftp-ssl-ccc-mode happy-eyeballs-timeout-ms haproxy-clientip header hostpubmd5 hostpubsha256 hsts ' +
    'interface ip-tos ipfs-gateway json keepalive-cnt keepalive-time key key-type krb libcurl limit-rate local-port ' +
    'login-options mail-auth mail-from mail-rcpt max-filesize max-redirs max-time netrc-file noproxy oauth2-bearer ' +
    'output output-dir parallel-max parallel-max-host pass pinnedpubkey preproxy proto proto-default proto-redir proxy ' +
    'proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key ' +
    'proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype ' +
    'proxy-tlspassword proxy-tlsuser proxy-user proxy1.0 pubkey quote random-file range rate referer request ' +
    'request-target resolve retry retry-delay retry-max-time sasl-authzid service-name sigalgs socks4 socks4a socks5 ' +
    'socks5-gssapi-service socks5-hostname speed-limit speed-time stderr telnet-option tftp-blksize time-cond tls-max ' +
    'tls13-ciphers tlsauthtype tlspassword tlsuser trace trace-ascii trace-config unix-socket upload-file upload-flags ' +
    'url url-query user user-agent variable vlan-priority write-out'
  ).split(' '),
}

/** Options of curl whose value is a host that is turned to instead of the one in the URL. */
export const CURL_PROXIES = [
  '-x',
  '--proxy',
  '--proxy1.0',
  '--preproxy',
  '--socks4',
  '--socks4a',
  '--socks5',
  '--socks5-hostname',
]

export const WGET: ExactSpec = {
  values: 'aABDeGiIloOPQRtTUwX',
  glued: 'n',
  long: (
    'accept accept-regex append-output base bind-address body-data body-file ca-certificate ' +
    'ca-directory certificate certificate-type ciphers compression config connect-timeout crl-file cut-dirs ' +
    'default-page directory-prefix dns-servers dns-timeout domains egd-file exclude-directories exclude-domains ' +
    'execute follow-tags ftp-password ftp-user header hsts-file http-password http-user ignore-tags ' +
    'include-directories input-file input-metalink level limit-rate load-cookies local-encoding max-redirect ' +
    'metalink-index method output-document output-file password pinnedpubkey post-data post-file prefer-family ' +
    'preferred-location private-key private-key-type progress proxy-password proxy-user quota random-file ' +
    'read-timeout referer regex-type reject reject-regex rejected-log remote-encoding report-speed ' +
    'restrict-file-names retry-on-http-error save-cookies secure-protocol start-pos timeout tries use-askpass user ' +
    'user-agent wait waitretry warc-dedup warc-file warc-header warc-max-size warc-tempdir'
  ).split(' '),
}

export const HTTPIE: ExactSpec = {
  values: 'aAopsP',
  long: (
    'auth auth-type bearer boundary cert cert-key cert-key-pass ciphers compress-level connect-timeout ' +
    'default-scheme format-options history-print http-version interface max-headers max-redirects output pretty ' +
    'print proxy raw resolve response-charset response-mime session session-read-only ssl style timeout ' +
    'unix-socket verify'
  ).split(' '),
}

/** The parameters of the web cmdlets of PowerShell that take a value. */
export const WEB_CMDLET: ExactSpec = {
  singleDash: true,
  long: (
    'authentication body certificate certificatethumbprint connectiontimeoutseconds contenttype ' +
    'credential custommethod cm erroraction errorvariable form headers httpversion infile maximumfollowrellink ' +
    'maximumredirection maximumretrycount method operationtimeoutseconds outfile outvariable proxy proxycredential ' +
    'responseheadersvariable rhv retryintervalsec sessionvariable sv sslprotocol statuscodevariable timeoutsec token ' +
    'transferencoding unixsocket uri url useragent websession'
  ).split(' '),
}

export const ARIA: ExactSpec = {
  values: 'dikjlmMoOsTtuxU',
  long: (
    'all-proxy http-proxy https-proxy ftp-proxy checksum conf-path dir dht-listen-port header http-passwd http-user ' +
    'input-file listen-port load-cookies log log-level max-concurrent-downloads max-connection-per-server ' +
    'max-download-limit max-tries max-upload-limit min-split-size out referer retry-wait save-cookies save-session ' +
    'seed-ratio seed-time split timeout torrent-file user-agent'
  ).split(' '),
}
