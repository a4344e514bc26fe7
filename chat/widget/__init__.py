"""An assistant in a frame on somebody else's page: which pages may, who talks there, what he may open."""
