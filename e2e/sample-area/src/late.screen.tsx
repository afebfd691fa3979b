import { Link } from 'react-router-dom';

export const LateScreen = () => (
  <>
    <h1>Late screen</h1>
    <Link to="/sample">Back</Link>
  </>
);
