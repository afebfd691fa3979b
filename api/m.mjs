import pg from 'pg';
import { PGlite } from '@electric-sql/pglite';
import { serialize } from '@electric-sql/pg-protocol';
