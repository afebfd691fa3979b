-- What the backend of an area is told about readers. Readers belong to no client; the clients are those with activities of them.
CREATE TABLE area_notice (
  -- The backend recognizes a repeated message by it.
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  area        text NOT NULL,
  event       text NOT NULL CHECK (event IN ('erased', 'restricted', 'lifted')),
  readers     integer[] NOT NULL,
  clients     integer[] NOT NULL,
  -- Null if nobody asked: readers without activity, and erasures that are repeated after a restore.
  request_id  uuid REFERENCES personal_data_request,
  at          timestamptz NOT NULL,
  state       text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'told', 'failed', 'ended'))
);
CREATE INDEX area_notice_request ON area_notice (request_id);
CREATE INDEX area_notice_area ON area_notice (area, at);
CREATE INDEX area_notice_open ON area_notice (area) WHERE state IN ('waiting', 'failed');
