-- Sends the requests of a file in rotation. wrk.ts writes the file: records end with character 30, and within a record
-- character 31 marks the position of a fresh Idempotency-Key.
-- Arguments: the file, and a prefix for the keys that no other run uses.
local heads, tails = {}, {}
local word, sent, at = '', 0, 0

function init(args)
  local file = assert(io.open(args[1], 'rb'))
  for record in file:read('*a'):gmatch('([^\30]+)\30') do
    local mark = record:find('\31', 1, true)
    heads[#heads + 1] = mark and record:sub(1, mark - 1) or record
    tails[#tails + 1] = mark and record:sub(mark + 1) or ''
  end
  file:close()
  word = args[2]
end

function request()
  at = at % #heads + 1
  if tails[at] == '' then return heads[at] end
  sent = sent + 1
  return heads[at] .. word .. sent .. tails[at]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('\nRESULT {"requests":%d,"micros":%d,"p99Micros":%d,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration, latency:percentile(99), errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
