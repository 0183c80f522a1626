import type { CallSigns } from './call-search.ts'

const NODE_MODULES = /(?:\brequire\s*\(|\bfrom|\bimport\s*\(?)\s*['"`](?:node:)?/.source

/** Calls that reach another machine. */
export const SENDING_CALLS: CallSigns = {
  python: [
    {
      pattern: /\b(?:urlopen|urlretrieve)\s*\(|\burllib\s*\.\s*request\s*\.\s*(?:Request|build_opener|URLopener)\b/,
      called: true,
    },
    {
      pattern: /\brequests\s*\.\s*(?:get|post|put|patch|delete|head|options|request|Session|session)\s*\(/,
      called: true,
    },
    { pattern: /\bfrom\s+(?:requests|httpx)\s+import\b/, called: true },
    {
      pattern: /\bhttpx\s*\.\s*(?:get|post|put|patch|delete|head|options|request|stream|Client|AsyncClient)\s*\(/,
      called: true,
    },
    {
      pattern:
        /\baiohttp\s*\.\s*(?:ClientSession|request)\b|\bHTTPS?Connection\s*\(|\burllib3\s*\.\s*\w{0,20}(?:Pool|request)/,
      called: true,
    },
    { pattern: /\bcreate_connection\s*\(|\bopen_connection\s*\(/, called: true },
    { pattern: /\.\s*(?:connect|connect_ex|sendto)\s*\(/, with: /\bsocket\b/, called: true },
    {
      pattern:
        /\b(?:smtplib|ftplib|telnetlib|imaplib|poplib|paramiko|xmlrpc\s*\.\s*client|websockets?|fabric)\s*\.\s*[A-Za-z_]/,
      called: true,
    },
    { pattern: /\bboto3\s*\.\s*(?:client|resource|Session)\b/, called: true },
    { pattern: /\bread_(?:csv|json|html|parquet|excel|table)\s*\(\s*['"](?:https?|ftp|s3):/ },
  ],
  javascript: [
    { pattern: /(?<![\w.$])fetch\s*\(|\b(?:globalThis|window)\s*\.\s*fetch\s*\(|\baxios\s*(?:\(|\.\s*[a-z]+\s*\()/ },
    { pattern: /\bhttps?\s*\.\s*(?:get|request)\s*\(|['"`](?:node:)?https?['"`]\s*\)\s*\)?\s*\.\s*(?:get|request)\b/ },
    { pattern: /(?<![\w.$])(?:get|request)\s*\(/, with: new RegExp(`${NODE_MODULES}https?['"\`]`) },
    {
      pattern: /\b(?:connect|createConnection|createSocket|Socket)\s*\(/,
      with: new RegExp(`${NODE_MODULES}(?:net|tls|dgram|http2)['"\`]`),
    },
    {
      pattern: new RegExp(`${NODE_MODULES}(?:undici|got|node-fetch|superagent|ky|needle|axios|nodemailer|ssh2)['"\`]`),
    },
    { pattern: /\bnew\s+(?:WebSocket|XMLHttpRequest|EventSource)\b|\bsendBeacon\s*\(|\b(?:Deno|Bun)\s*\.\s*connect\b/ },
  ],
  ruby: [
    {
      pattern:
        /\bNet::(?:HTTP|HTTPS|FTP|SMTP|SSH|SCP|SFTP|IMAP|Telnet)\b|\bURI\s*(?:\.\s*open\b|\([^)\n]{0,300}\)\s*\.\s*(?:open|read)\b)/,
    },
    { pattern: /\bURI\s*\.\s*parse\b[^\n;]{0,300}\.\s*(?:open|read)\b|\bopen\s*\(?\s*['"](?:https?|ftp):/ },
    { pattern: /\b(?:TCPSocket|UDPSocket|Faraday|HTTParty|RestClient|Excon|HTTPClient|Typhoeus)\b/ },
  ],
  perl: [
    {
      pattern:
        /\b(?:LWP|HTTP::Tiny|HTTP::Request|IO::Socket|WWW::Mechanize|Mojo::UserAgent|Net::(?:FTP|SMTP|SSH|SFTP|HTTP|Telnet))\b/,
    },
    { pattern: /\bconnect\s*\(/, with: /\bSocket\b/ },
  ],
  php: [
    {
      pattern:
        /\b(?:file_get_contents|fopen|readfile|copy|file|get_headers|simplexml_load_file)\s*\(\s*['"](?:https?|ftps?):/,
    },
    { pattern: /\bcurl_(?:exec|multi_exec)\s*\(|\bp?fsockopen\s*\(|\bstream_socket_client\s*\(|\bsocket_connect\s*\(/ },
    { pattern: /(?<![\w>:$])mail\s*\(|\b(?:SoapClient|GuzzleHttp)\b|\bHttp::(?:get|post|put|patch|delete)\b/ },
    { pattern: /\b(?:file_get_contents|file_put_contents|fopen)\s*\(/, with: /\bstream_context_create\b/ },
  ],
  lua: [{ pattern: /\brequire\s*\(?\s*['"](?:socket|ssl|http|copas|resty)\b/ }],
  r: [
    {
      pattern:
        /\b(?:download\.file|curl_download|curl_fetch_\w{1,10}|getURL|url\.exists)\s*\(|\b(?:httr2?|RCurl|curl)::/,
    },
    {
      pattern:
        /\b(?:url|source|readLines|read\.\w{1,10}|read_\w{1,10}|fromJSON|readRDS)\s*\(\s*(?:url\s*\(\s*)?['"](?:https?|ftp):/,
    },
  ],
  awk: [{ pattern: /\/inet[46]?\/(?:tcp|udp)\// }],
  tcl: [{ pattern: /\bsocket\s+[^-\s]|\bhttp::geturl\b/ }],
  julia: [{ pattern: /\bdownload\s*\(|\bHTTP\.\w|\bDownloads\.\w|\bconnect\s*\(/ }],
  beam: [{ pattern: /\bHTTPoison\b|\bReq\.(?:get|post|put|request)\b|\bhttpc[:.]request\b|\bgen_tcp[:.]connect\b/ }],
  jvm: [{ pattern: /\bnew\s+URL\s*\(|\.\s*toURL\s*\(|\bopenConnection\b|\bHttpClient\b|\bnew\s+Socket\s*\(/ }],
  lisp: [
    {
      pattern:
        /\burl-(?:retrieve|copy-file)\b|\b(?:make-network-process|open-network-stream)\b|\(\s*(?:slurp|(?:[\w.]{1,30}\/)?(?:http-)?(?:get|post))\s+"https?:/,
    },
  ],
  applescript: [{ pattern: /\bopen\s+location\b/i }],
}
