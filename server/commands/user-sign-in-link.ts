import { readEmail } from '../platform/email.ts'
import { giveUpFactor } from '../resources/auth/index.ts'
import { findPerson, linkSeconds } from '../resources/users/index.ts'
import { readFlags, readOptions, UsageError, type Command } from './command.ts'
import { openServiceDatabase } from './open-database.ts'
import { asOperator, makeOperatorLink, tenantOf } from './operator-link.ts'

export const userSignInLink: Command = {
  usage: `user sign-in-link --tenant SLUG --email EMAIL [--without-second-factor] [--json]

Makes a link with which a person chooses a password, for those who locked themselves out or whom no mail reaches. It is good once, for a day.
A second factor is asked for all the same, unless it is removed.

  --tenant SLUG  the tenant
  --email EMAIL  the person's address
  --without-second-factor  removes the person's authenticator and recovery codes, which are lost: make sure that it is them who ask`,
  examples: ['skein user sign-in-link --tenant acme --email owner@acme.test'],
  prepare(args) {
    const { flags, rest } = readFlags(args, ['without-second-factor'])
    const options = readOptions(rest, { tenant: 'required', email: 'required' })
    return async ({ config, log }) => {
      const { db, close } = await openServiceDatabase(config, log, 'command')
      try {
        const tenantId = await tenantOf(db, options.tenant)
        const email = readEmail(options.email) ?? options.email
        const person = await findPerson(db, { tenantId, email })
        if (!person) throw new UsageError(`Nobody in the tenant "${options.tenant}" has the address "${options.email}".`)
        if (person.status === 'SUSPENDED') throw new UsageError('The person is suspended: bring them back first, with PATCH /users/{id}.')
        const link = await asOperator(db, tenantId, async (tx, effects) => {
          if (flags.has('without-second-factor')) await giveUpFactor({ tx, effects }, { tenantId, userId: person.userId })
          return makeOperatorLink({ tx, effects }, config, { tenantId, email, ...person }, linkSeconds.operator)
        })
        return { json: link, text: `A link to choose a password, good once until ${link.expiresAt}:\n${link.url}` }
      } finally {
        await close()
      }
    }
  },
}
