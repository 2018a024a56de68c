// LibRaw's stream interface is C++: only CRaw includes its headers; this target provides their
// location.
#pragma once
