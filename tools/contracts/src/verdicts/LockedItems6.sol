// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.6.12;

/// @dev Items with a day before which none moves, except those of listed accounts; the keeper may set the day as it likes. The day shares its word with the keeper.
contract DatedItems6 {
    struct Rule {
        address keeper;
        uint64 day;
    }

    string public name = "Dated Items";
    string public symbol = "DATE";
    Rule internal rule;
    uint256 public totalSupply;
    address[] internal holders;
    mapping(address => uint256) public balanceOf;
    mapping(address => bool) public trusted;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    constructor(address k) public {
        rule = Rule(k, uint64(now + 5 days));
        trusted[k] = true;
        holders.push(k);
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd;
    }

    function mint() external payable {
        require(msg.value >= 0.05 ether);
        totalSupply++;
        balanceOf[msg.sender]++;
        holders.push(msg.sender);
        emit Transfer(address(0), msg.sender, holders.length - 1);
    }

    function ownerOf(uint256 id) public view returns (address) {
        require(id > 0 && id < holders.length);
        return holders[id];
    }

    mapping(uint256 => address) public getApproved;

    function approve(address to, uint256 id) external {
        require(ownerOf(id) == msg.sender);
        getApproved[id] = to;
    }

    function schedule(uint64 day) external {
        require(msg.sender == rule.keeper);
        rule.day = day;
    }

    function setApprovalForAll(address to, bool on) external {
        isApprovedForAll[msg.sender][to] = on;
    }

    function transferFrom(address from, address to, uint256 id) public {
        require(ownerOf(id) == from && (msg.sender == from || msg.sender == getApproved[id] || isApprovedForAll[from][msg.sender]));
        require(trusted[from] || now >= rule.day, "later");
        balanceOf[from]--;
        balanceOf[to]++;
        holders[id] = to;
        emit Transfer(from, to, id);
    }

    function safeTransferFrom(address from, address to, uint256 id) external {
        transferFrom(from, to, id);
    }
}
