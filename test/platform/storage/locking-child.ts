// A process that holds the write lock of a database until its input ends.
import Sqlite from 'better-sqlite3'

const database = new Sqlite(process.argv[2]!)
database.exec('BEGIN EXCLUSIVE')
process.stdout.write('locked\n')
process.stdin.resume()
process.stdin.on('end', () => {
  database.exec('ROLLBACK')
  database.close()
})
