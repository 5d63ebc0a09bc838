CREATE TABLE account (id int PRIMARY KEY, balance bigint NOT NULL);
INSERT INTO account SELECT n, 0 FROM generate_series(1, 10) n;

-- Sorts before the table that it refers to.
CREATE TABLE "aa Transfer" (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source int NOT NULL REFERENCES account,
  note text,
  detail jsonb,
  raw bytea,
  shout text GENERATED ALWAYS AS (upper(note)) STORED
);
