# cmake -DRACES=... -DWARNINGS=... -P sarif.cmake: the report in SARIF names rule, level, both lines of a
# race, and what a comment has suppressed. (SARIF 2.1.0, of OASIS.)
set(file "${CMAKE_CURRENT_BINARY_DIR}/findings.sarif")
set(ENV{CUDA_CHECKER_SARIF} "${file}")

# Sets `report` to what the program writes of the case, `results` to their number.
function(read_report program case version)
  file(REMOVE "${file}")
  execute_process(COMMAND "${program}" ${case} ${version} ERROR_QUIET OUTPUT_QUIET)
  file(READ "${file}" report)
  string(JSON results LENGTH "${report}" runs 0 results)
  set(report "${report}" PARENT_SCOPE)
  set(results ${results} PARENT_SCOPE)
endfunction()

# expect(WANTED PATH...): what stands there matches the regular expression.
function(expect wanted)
  string(JSON got ERROR_VARIABLE error GET "${report}" ${ARGN})
  if(NOT got MATCHES "${wanted}")
    message(FATAL_ERROR "expected ${wanted} at ${ARGN}, and found ${got}, in ${report}")
  endif()
endfunction()

read_report("${RACES}" neighbour wrong)
expect("^2\\.1\\.0$" version)
expect("^book check$" runs 0 tool driver name)
expect("^race$" runs 0 tool driver rules 0 id)
set(result runs 0 results 0)
expect("^race$" ${result} ruleId)
expect("^0$" ${result} ruleIndex)
expect("^error$" ${result} level)
expect("^256$" ${result} occurrenceCount)
expect("race on shared memory in kernel neighbour_kernel" ${result} message text)
set(place physicalLocation artifactLocation uri)
expect("shared_races\\.cu$" ${result} locations 0 ${place})
expect("shared_races\\.cu$" ${result} relatedLocations 0 ${place})
expect("^[1-9][0-9]*$" ${result} locations 0 physicalLocation region startLine)
expect("^[1-9][0-9]*$" ${result} relatedLocations 0 physicalLocation region startLine)
expect("^thread [0-9]+ of block .0,0,0. " ${result} relatedLocations 0 message text)
expect("NOTFOUND$" ${result} suppressions)

read_report("${RACES}" neighbour corrected)
if(NOT results EQUAL 0)
  message(FATAL_ERROR "findings in the corrected version: ${report}")
endif()

read_report("${WARNINGS}" ignored wrong)
set(result runs 0 results 1) # behind the results that nobody looks at
expect("^race$" ${result} ruleId)
expect("^inSource$" ${result} suppressions 0 kind)

# What the runtime says has a place, too: where the thread was that it speaks of.
read_report("${BARRIERS}" syncwarp wrong)
set(result runs 0 results 0)
expect("^other$" ${result} ruleId)
expect("deadlock" ${result} message text)
expect("barriers\\.cu$" ${result} locations 0 ${place})
expect("^[1-9][0-9]*$" ${result} locations 0 physicalLocation region startLine)
