export { SQL_TABLES, sqlState, type SqlQuery, type SqlStateOptions } from './state/sql-state.ts';
