/** Floor of the help centre's pages: a process that responds to every request with a file. Arguments: the file and the port. */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

const [, , file = '', port = ''] = process.argv

createServer((_req, res) => {
  readFile(file).then(
    (content) => res.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': content.length }).end(content),
    (error: unknown) => res.destroy(error instanceof Error ? error : undefined),
  )
}).listen(Number(port), '127.0.0.1')
