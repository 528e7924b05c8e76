// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.7.6;

/// @dev Editions (ERC-1155) that nobody but the curator can send before a block.
abstract contract LockedEditions {
    address public curator;
    uint256 public opensAt;
    mapping(uint256 => mapping(address => uint256)) internal held;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);

    constructor(address c) {
        curator = c;
        opensAt = block.timestamp + 10 days;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0xd9b67a26;
    }

    function balanceOf(address account, uint256 id) external view returns (uint256) {
        return held[id][account];
    }

    function balanceOfBatch(address[] calldata accounts, uint256[] calldata ids) external view returns (uint256[] memory sums) {
        sums = new uint256[](ids.length);
        for (uint256 i = 0; i < ids.length; i++) sums[i] = held[ids[i]][accounts[i]];
    }

    function setApprovalForAll(address to, bool on) external {
        isApprovedForAll[msg.sender][to] = on;
    }

    function mint(uint256 id) external payable {
        require(msg.value >= 0.05 ether && id < 10, "price");
        held[id][msg.sender] += 1;
        emit TransferSingle(msg.sender, address(0), msg.sender, id, 1);
    }

    function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes calldata) external {
        require(from == msg.sender || isApprovedForAll[from][msg.sender], "approval");
        require(from == curator || block.timestamp >= opensAt, "locked");
        require(held[id][from] >= value, "balance");
        held[id][from] -= value;
        held[id][to] += value;
        emit TransferSingle(msg.sender, from, to, id, value);
    }

    function safeBatchTransferFrom(address, address, uint256[] calldata, uint256[] calldata, bytes calldata) external pure {
        revert("single only");
    }
}

/// @dev The curator may put the day off for ever.
contract PutOffEditions is LockedEditions {
    constructor(address c) LockedEditions(c) {}

    function reschedule(uint256 time) external {
        require(msg.sender == curator, "curator");
        opensAt = time;
    }
}

/// @dev The curator may make the day sooner.
contract SoonerEditions is LockedEditions {
    constructor(address c) LockedEditions(c) {}

    function reschedule(uint256 time) external {
        require(msg.sender == curator && time < opensAt, "curator");
        opensAt = time;
    }
}
