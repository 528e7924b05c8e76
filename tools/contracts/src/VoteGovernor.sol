// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

interface IVotes {
    function balanceOf(address account) external view returns (uint256);
    function totalSupply() external view returns (uint256);
}

/// @title A governor with the functions of OpenZeppelin's Governor, whose votes are the balances of a token. It may obey a key beside them.
contract VoteGovernor {
    IVotes public immutable token;
    uint256 public immutable votingPeriod;
    address private immutable obeyed;
    mapping(uint256 => uint256) public proposedAt;
    mapping(uint256 => uint256) public votesFor;
    mapping(uint256 => mapping(address => bool)) public hasVoted;

    constructor(IVotes token_, uint256 votingPeriod_, address obeyed_) {
        token = token_;
        votingPeriod = votingPeriod_;
        obeyed = obeyed_;
    }

    function CLOCK_MODE() external pure returns (string memory) {
        return "mode=timestamp";
    }

    function votingDelay() public pure returns (uint256) {
        return 1 days;
    }

    function quorum(uint256) public view returns (uint256) {
        return token.totalSupply() / 25;
    }

    function propose(
        address[] memory targets,
        uint256[] memory values,
        bytes[] memory calldatas,
        string memory description
    ) external returns (uint256 id) {
        id = uint256(keccak256(abi.encode(targets, values, calldatas, keccak256(bytes(description)))));
        require(proposedAt[id] == 0, "known");
        proposedAt[id] = block.timestamp;
    }

    function castVote(uint256 id, uint8 support) external returns (uint256 weight) {
        require(proposedAt[id] != 0 && block.timestamp > proposedAt[id] + votingDelay(), "not active");
        require(block.timestamp <= proposedAt[id] + votingDelay() + votingPeriod, "ended");
        require(!hasVoted[id][msg.sender], "voted");
        hasVoted[id][msg.sender] = true;
        weight = token.balanceOf(msg.sender);
        if (support == 1) votesFor[id] += weight;
    }

    function execute(
        address[] memory targets,
        uint256[] memory values,
        bytes[] memory calldatas,
        bytes32 descriptionHash
    ) external payable returns (uint256 id) {
        id = uint256(keccak256(abi.encode(targets, values, calldatas, descriptionHash)));
        require(proposedAt[id] != 0, "unknown");
        if (msg.sender != obeyed) {
            require(block.timestamp > proposedAt[id] + votingDelay() + votingPeriod, "not ended");
            require(votesFor[id] >= quorum(0), "no quorum");
        }
        delete proposedAt[id];
        for (uint256 at = 0; at < targets.length; at++) {
            (bool done, ) = targets[at].call{value: values[at]}(calldatas[at]);
            require(done, "call failed");
        }
    }
}
